import type { Json } from '../config/format/json.ts';
import { isLongYaml, readYaml, YamlError } from '../config/read-yaml.ts';
import { elsewhere } from './run-elsewhere.ts';

const readElsewhere = elsewhere<typeof readYaml>(new URL('./read-yaml-text.ts', import.meta.url));

/** As `readYaml`; long texts are read on another thread. @param by whose text it is. Throws YamlError. */
export async function readYamlFairly(by: string, text: string): Promise<Json> {
  if (!isLongYaml(text)) return readYaml(text);
  const answer = await readElsewhere(by, text);
  if ('refused' in answer) throw new YamlError(answer.refused);
  return answer.value;
}
