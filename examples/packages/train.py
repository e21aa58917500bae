"""Trains with a package that is installed for this experiment: environment.python in packages.yaml names it."""

import math
import time

import humanize
from determined import core


def main() -> None:
    with core.init() as context:
        begun = time.monotonic()
        for step in range(1, 21):
            loss = math.exp(-step / 8)
            context.train.report_training_metrics(steps_completed=step, metrics={"loss": loss})
            if step % 5 == 0:
                context.train.report_validation_metrics(steps_completed=step, metrics={"validation_loss": loss})
                passed = humanize.precisedelta(time.monotonic() - begun)
                print(f"the {humanize.ordinal(step)} step after {passed}: loss {loss:.4f}")
            context.train.report_progress(step / 20)
            time.sleep(0.3)


if __name__ == "__main__":
    main()
