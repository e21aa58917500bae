import { expect, test } from 'vitest';
import { missingScript } from './missing-script.ts';

const files = ['train.py', 'run.sh', 'model_def.py', 'lib/', 'lib/__init__.py', 'lib/main.py', 'sub/deep/go.py'];

test.each([
  ['python3 train.py --lr 1'],
  ['python3 -u ./train.py'],
  ['./run.sh'],
  ['bash run.sh'],
  ['model_def:Trial'],
  ['lib.main:Trial'],
  ['lib:Trial'],
  ['python3 -m lib.main'],
  ['python3 -m torch.distributed.run x.py'],
  ['python3 -m determined.launch.torch_distributed --trial model_def:Trial'],
  ['python3 -m determined.launch.torch_distributed python3 train.py'],
  ['python3 /opt/job.py'],
  ['python3 ../job.py'],
  ['cd sub && python3 go.py'],
  ['python3 $SCRIPT'],
  ['python3 -c pass'],
  ['sleep 60'],
  ['torchrun nowhere.py'],
  [''],
  [[]],
  [null],
  [['python3', 'train.py']],
])('%j names nothing that is missing', (entrypoint) => {
  expect(missingScript(entrypoint, files)).toBeUndefined();
});

test.each([
  ['python3 trian.py --lr 1', 'trian.py'],
  ['python3 -u sub/go.py', 'sub/go.py'],
  ['./start.sh', './start.sh'],
  ['sh start.sh', 'start.sh'],
  ['modeldef:Trial', 'modeldef.py'],
  ['python3 -m lib.mian', 'lib/mian.py'],
  ['python3 -m determined.launch.torch_distributed python3 trian.py', 'trian.py'],
  [['python3', 'my train.py'], 'my train.py'],
])('%j names a file that is not there', (entrypoint, missing) => {
  expect(missingScript(entrypoint, files)).toBe(missing);
});
