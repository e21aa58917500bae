import type { Json } from '../config/format/json.ts';
import { isLongYaml, readYaml, YamlError } from '../config/read-yaml.ts';
import { readElsewhere } from './read-elsewhere.ts';

/** As `readYaml`; long texts are read on another thread. @param by whose text it is. Throws YamlError. */
export async function readYamlFairly(by: string, text: string): Promise<Json> {
  if (!isLongYaml(text)) return readYaml(text);
  const answer = await readElsewhere(by, { kind: 'yaml', text });
  if ('refused' in answer) throw new YamlError(answer.refused);
  // The other thread has run `readYaml`.
  return answer.value as Json;
}
