export { readYaml as default } from '../config/read-yaml.ts';
