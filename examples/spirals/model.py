"""Teaches a small network to tell three interleaved spirals apart: PyTorch, with data that is made here.

`SpiralTrial` says what the model, its data and a step of training are; the harness of the platform does the rest: batches over
slots, metrics, checkpoints, stopping when asked and going on from the last checkpoint.
"""

import math
import time
from typing import Any, Dict, Tuple

import torch
from determined import pytorch
from torch import nn

ARMS = 3


def spirals(points: int, seed: int) -> torch.utils.data.TensorDataset:
    random = torch.Generator().manual_seed(seed)
    arms = torch.randint(ARMS, (points,), generator=random)
    along = torch.rand(points, generator=random)
    angles = 4.0 * along + 2.0 * math.pi * arms / ARMS + 0.15 * torch.randn(points, generator=random)
    places = torch.stack([along * angles.cos(), along * angles.sin()], dim=1)
    return torch.utils.data.TensorDataset(places, arms)


class SpiralTrial(pytorch.PyTorchTrial):
    def __init__(self, context: pytorch.PyTorchTrialContext) -> None:
        self.context = context
        self.hparams = context.get_hparams()
        hidden = self.hparams["hidden"]
        model = nn.Sequential(
            nn.Linear(2, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU(), nn.Linear(hidden, ARMS)
        )
        self.model = context.wrap_model(model)
        optimizer = torch.optim.Adam(self.model.parameters(), lr=self.hparams["learning_rate"])
        self.optimizer = context.wrap_optimizer(optimizer)

    def build_training_data_loader(self) -> pytorch.DataLoader:
        batch_size = self.context.get_per_slot_batch_size()
        return pytorch.DataLoader(spirals(1024, seed=1), batch_size=batch_size, shuffle=True)

    def build_validation_data_loader(self) -> pytorch.DataLoader:
        return pytorch.DataLoader(spirals(512, seed=2), batch_size=self.context.get_per_slot_batch_size())

    def train_batch(self, batch: Any, epoch_idx: int, batch_idx: int) -> Dict[str, torch.Tensor]:
        loss, _ = self.judge(batch)
        self.context.backward(loss)
        self.context.step_optimizer(self.optimizer)
        # A batch takes milliseconds; slowed down, one can watch the curves grow.
        time.sleep(self.hparams["seconds_per_batch"])
        return {"loss": loss}

    def evaluate_batch(self, batch: Any) -> Dict[str, torch.Tensor]:
        loss, accuracy = self.judge(batch)
        return {"validation_loss": loss, "validation_accuracy": accuracy}

    def judge(self, batch: Any) -> Tuple[torch.Tensor, torch.Tensor]:
        places, arms = batch
        output = self.model(places)
        return nn.functional.cross_entropy(output, arms), (output.argmax(dim=1) == arms).float().mean()
