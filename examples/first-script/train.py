"""The smallest script that reports to the platform: a loop, a metric, done."""

import math
import time

from determined import core


def main() -> None:
    with core.init() as context:
        for step in range(1, 61):
            loss = math.exp(-step / 20) + 0.05 * math.sin(step)
            context.train.report_training_metrics(steps_completed=step, metrics={"loss": loss})
            if step % 10 == 0:
                context.train.report_validation_metrics(steps_completed=step, metrics={"validation_loss": loss})
                print(f"step {step}: loss {loss:.4f}")
            context.train.report_progress(step / 60)
            time.sleep(0.3)


if __name__ == "__main__":
    main()
