
import time, sys, json
from determined import core
import determined as det
info = det.get_cluster_info()
hp = info.trial.hparams
with core.init(tensorboard_mode=core.TensorboardMode.MANUAL) as c:
    start = 0
    if c.info.latest_checkpoint if hasattr(c, 'info') else None: pass
    latest = info.latest_checkpoint
    if latest:
        with c.checkpoint.restore_path(latest) as p:
            start = int((p / 'step.txt').read_text())
    for step in range(start + 1, hp['steps'] + 1):
        print(f'step {step}', flush=True)
        c.train.report_training_metrics(steps_completed=step, metrics={'loss': hp['rate'] / step, 'note': 'text', 'list': [1, 2]})
        if step % 25 == 0:
            c.train.report_validation_metrics(steps_completed=step, metrics={'validation_loss': hp['rate'] * 2 / step})
            with c.checkpoint.store_path({'steps_completed': step}) as (path, _):
                (path / 'step.txt').write_text(str(step))
        if step == hp['fails_at'] + 5 and info.trial._trial_run_id < 2 and hp['fails_at'] >= 0:
            time.sleep(1); raise ValueError('CUDA out of memory')
