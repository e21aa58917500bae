"""Teaches a small neural network to read handwritten digits (the 1,797 that come with scikit-learn).

Shows what a training script does on the platform: report metrics and progress, save checkpoints, stop when it is asked
to (pause, a more urgent job), and go on from its last checkpoint when it is started again.
"""

import json
import logging
import pathlib
import pickle
import time
from typing import Any, Dict, Optional, Tuple

import determined as det
import numpy as np
from determined import core
from sklearn.datasets import load_digits
from sklearn.metrics import log_loss
from sklearn.model_selection import train_test_split
from sklearn.neural_network import MLPClassifier

CLASSES = np.arange(10)


def load_data() -> Tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    digits = load_digits()
    # The split is the same in every trial, so that their results can be compared.
    return train_test_split(digits.data / 16.0, digits.target, test_size=0.25, random_state=0, stratify=digits.target)


def new_model(hparams: Dict[str, Any], seed: int) -> MLPClassifier:
    return MLPClassifier(
        hidden_layer_sizes=(hparams["hidden"],),
        learning_rate_init=hparams["learning_rate"],
        alpha=hparams["weight_decay"],
        batch_size=hparams["batch_size"],
        random_state=seed,
    )


def measure(model: MLPClassifier, inputs: np.ndarray, labels: np.ndarray) -> Dict[str, float]:
    probabilities = model.predict_proba(inputs)
    return {
        "loss": float(log_loss(labels, probabilities, labels=CLASSES)),
        "accuracy": float(np.mean(probabilities.argmax(axis=1) == labels)),
    }


def load_checkpoint(context: core.Context, uuid: str) -> Tuple[MLPClassifier, int]:
    with context.checkpoint.restore_path(uuid) as path:
        model = pickle.loads((path / "model.pkl").read_bytes())
        return model, json.loads((path / "state.json").read_text())["epochs"]


def save_checkpoint(context: core.Context, model: MLPClassifier, epochs: int) -> None:
    with context.checkpoint.store_path({"steps_completed": epochs}) as (path, _):
        (pathlib.Path(path) / "model.pkl").write_bytes(pickle.dumps(model))
        (pathlib.Path(path) / "state.json").write_text(json.dumps({"epochs": epochs}))


def train(context: core.Context, hparams: Dict[str, Any], seed: int, latest_checkpoint: Optional[str]) -> None:
    train_inputs, test_inputs, train_labels, test_labels = load_data()
    model, done = new_model(hparams, seed), 0
    if latest_checkpoint is not None:
        model, done = load_checkpoint(context, latest_checkpoint)
        logging.info("going on after epoch %d", done)

    for epoch in range(done + 1, hparams["epochs"] + 1):
        started = time.monotonic()
        order = np.random.default_rng([seed, epoch]).permutation(len(train_inputs))
        model.partial_fit(train_inputs[order], train_labels[order], classes=CLASSES)

        context.train.report_training_metrics(steps_completed=epoch, metrics=measure(model, train_inputs, train_labels))
        result = measure(model, test_inputs, test_labels)
        context.train.report_validation_metrics(
            steps_completed=epoch,
            # The epochs are what adaptive.yaml names as its time metric.
            metrics={"validation_loss": result["loss"], "validation_accuracy": result["accuracy"], "epochs": epoch},
        )
        context.train.report_progress(epoch / hparams["epochs"])
        if epoch % 10 == 0:
            logging.info("epoch %d: %.1f %% of the digits read right", epoch, 100 * result["accuracy"])

        stop = context.preempt.should_preempt()
        if stop or epoch % hparams["checkpoint_every"] == 0 or epoch == hparams["epochs"]:
            save_checkpoint(context, model, epoch)
        if stop:
            logging.info("asked to stop after epoch %d", epoch)
            return
        # An epoch takes milliseconds; slowed down, one can watch the curves grow.
        time.sleep(max(0.0, hparams["seconds_per_epoch"] - (time.monotonic() - started)))


def main() -> None:
    logging.basicConfig(level=logging.INFO, format=det.LOG_FORMAT)
    info = det.get_cluster_info()
    assert info is not None, "start this with: det experiment create single.yaml ."
    with core.init() as context:
        train(context, info.trial.hparams, info.trial.trial_seed, info.latest_checkpoint)


if __name__ == "__main__":
    main()
