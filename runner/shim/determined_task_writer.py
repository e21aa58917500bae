"""Event files for TensorBoard without TensorFlow and torch, so that the Core API's default mode runs in a small environment."""

import logging
import time

from determined import tensorboard

logger = logging.getLogger("determined.tensorboard")


class EventWriter(tensorboard.MetricWriter):
    """Over the package `tensorboard`, which writes the same files without needing a framework."""

    def __init__(self):
        from tensorboard.compat.proto import event_pb2, summary_pb2
        from tensorboard.summary.writer import event_file_writer

        self._event, self._summary = event_pb2.Event, summary_pb2.Summary
        self._open = lambda: event_file_writer.EventFileWriter(str(tensorboard.get_base_path({})))
        self._writer = self._open()

    def add_scalar(self, name, value, step):
        summary = self._summary(value=[self._summary.Value(tag=name, simple_value=float(value))])
        self._writer.add_event(self._event(wall_time=time.time(), step=int(step), summary=summary))

    def reset(self):
        self._writer.close()
        self._writer = self._open()

    def flush(self):
        self._writer.flush()


class NoWriter(tensorboard.MetricWriter):
    def add_scalar(self, name, value, step):
        pass

    def reset(self):
        pass

    def flush(self):
        pass


def event_writer():
    try:
        writer = EventWriter()
    except ImportError:
        logger.warning("no tensorboard package: metrics are reported, TensorBoard files are not written")
        writer = NoWriter()
    return tensorboard.BatchMetricWriter(writer)
