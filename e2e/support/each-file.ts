import { afterAll } from 'vitest';
import { removeTemporaryFolders } from './temporary-folder.ts';

// Runs before each test file anew, also where a worker keeps what it has imported.
afterAll(removeTemporaryFolders);
