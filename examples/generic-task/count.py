"""Counts, a second a step, and goes on where it was when it has been paused.

A paused task is stopped; unpaused it starts anew under the same task id, in a fresh folder. What it wants to keep it
keeps somewhere else: here in a file named after its id.
"""

import json
import os
import pathlib
import time

state = pathlib.Path("/tmp") / f"count-{os.environ['DET_TASK_ID']}.json"
steps = int(os.environ.get("STEPS", "30"))

done = json.loads(state.read_text()) if state.exists() else 0
print(f"task {os.environ['DET_TASK_ID']} goes on from step {done}", flush=True)
while done < steps:
    time.sleep(float(os.environ.get("SECONDS_A_STEP", "1")))
    done += 1
    state.write_text(json.dumps(done))
    print(f"step {done} of {steps}", flush=True)
state.unlink(missing_ok=True)
print("done", flush=True)
