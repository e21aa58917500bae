"""Reports from outside of the cluster: run it anywhere, with DET_MASTER set and after `det user login`.

    python3 train.py

The experiment shows up like any other; the platform only watches it and can't pause or stop it.
"""

import math
import random
import time

from determined import core
from determined.experimental import core_v2


def main() -> None:
    learning_rate = random.choice([0.03, 0.06, 0.12])
    core_v2.init(
        config=core_v2.Config(
            name="detached",
            description="A script on somebody's own machine that reports here.",
            labels=["example"],
            hparams={"learning_rate": learning_rate},
            searcher={"name": "single", "metric": "validation_loss", "smaller_is_better": True},
        ),
        # The default mode writes TensorBoard files, for which this process would need torch or TensorFlow.
        tensorboard_mode=core.TensorboardMode.MANUAL,
    )
    for step in range(1, 61):
        loss = math.exp(-learning_rate * step) + random.uniform(0, 0.03)
        core_v2.train.report_training_metrics(steps_completed=step, metrics={"loss": loss})
        if step % 5 == 0:
            core_v2.train.report_validation_metrics(steps_completed=step, metrics={"validation_loss": loss * 1.1})
            print(f"step {step}: loss {loss:.4f}")
        time.sleep(0.5)
    core_v2.close()


if __name__ == "__main__":
    main()
