"""Fails on purpose, twice, and comes through: the platform restarts a failed trial, which goes on from its checkpoint."""

import json
import logging
import sys
import time

import determined as det
from determined import core

STEPS, CHECKPOINT_EVERY, FAILS_AT = 30, 5, (8, 18)


def main() -> None:
    logging.basicConfig(level=logging.INFO, format=det.LOG_FORMAT)
    info = det.get_cluster_info()
    assert info is not None, "start this with: det experiment create flaky.yaml ."
    with core.init() as context:
        done = 0
        if info.latest_checkpoint is not None:
            with context.checkpoint.restore_path(info.latest_checkpoint) as path:
                done = json.loads((path / "state.json").read_text())["steps"]
            logging.info("started again: going on after step %d", done)
        for step in range(done + 1, STEPS + 1):
            if step in FAILS_AT and done < step - step % CHECKPOINT_EVERY:
                # Only where it did not fail before: the run that starts from the checkpoint below gets past it.
                logging.error("step %d fails on purpose", step)
                sys.exit(1)
            context.train.report_training_metrics(steps_completed=step, metrics={"loss": 1 / step})
            if step % CHECKPOINT_EVERY == 0:
                context.train.report_validation_metrics(steps_completed=step, metrics={"validation_loss": 1.1 / step})
                with context.checkpoint.store_path({"steps_completed": step}) as (path, _):
                    (path / "state.json").write_text(json.dumps({"steps": step}))
            context.train.report_progress(step / STEPS)
            if context.preempt.should_preempt():
                return
            time.sleep(0.4)


if __name__ == "__main__":
    main()
