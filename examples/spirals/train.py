"""Trains the model of model.py by `pytorch.Trainer`, on one slot or (by `determined.launch.torch_distributed`) on several."""

import logging

import determined as det
from determined import pytorch
from model import SpiralTrial


def main() -> None:
    info = det.get_cluster_info()
    assert info is not None, "start this with: det experiment create trainer.yaml ."
    with pytorch.init(hparams=info.trial.hparams) as context:
        distributed = context.distributed
        logging.info("process %d of %d", distributed.get_rank() + 1, distributed.get_size())
        trainer = pytorch.Trainer(SpiralTrial(context), context)
        trainer.fit(
            max_length=pytorch.Epoch(info.trial.hparams["epochs"]),
            validation_period=pytorch.Epoch(1),
            checkpoint_period=pytorch.Epoch(5),
            reporting_period=pytorch.Batch(8),
            # Without it, a paused trial would begin again.
            latest_checkpoint=info.latest_checkpoint,
            # What the machine does meanwhile: processor, memory, disks, network, GPUs.
            profiling_enabled=True,
        )


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO, format=det.LOG_FORMAT)
    main()
