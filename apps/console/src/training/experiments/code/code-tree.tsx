import { Link } from '@tanstack/react-router';
import { ChevronRight, File as FileIcon, Settings2 } from 'lucide-react';
import { useId, useState } from 'react';
import { Icon } from '#ui/primitives/icon.tsx';
import { type CodeNode, filesOf, inOrder } from '../../shared/code/code-files.ts';
import styles from './code.module.css';

/** What of an experiment's code is shown: a file of this path, or a configuration. */
export type CodePlace = { file?: string; config?: 'runtime' | 'effective' };

interface CodeTreeProps {
  nodes: readonly CodeNode[];
  place: CodePlace;
  onGo: (place: CodePlace) => void;
}

const submitted = 'Submitted Configuration';
const runtime = 'Runtime Configuration';
const effective = 'Effective Configuration';

/** More files than this can be searched. */
const searchedFrom = 10;

/** The configurations and the files. On a phone a select in place of the tree. */
export function CodeTree({ nodes, place, onGo }: CodeTreeProps) {
  const [words, setWords] = useState('');
  const field = useId();
  const files = filesOf(inOrder(nodes));
  const found = words.trim().toLowerCase();
  const matching = files.filter(({ path }) => path.toLowerCase().includes(found));
  const chosen = place.file === undefined ? (place.config ?? 'submitted') : `file:${place.file}`;
  const placeOf = (value: string): CodePlace => {
    if (value.startsWith('file:')) return { file: value.slice('file:'.length) };
    return value === 'runtime' || value === 'effective' ? { config: value } : {};
  };
  return (
    <nav className={styles.tree} aria-label="Files">
      <label className={styles.choice} htmlFor={field}>
        <span className="visually-hidden">File</span>
        <select id={field} value={chosen} onChange={(event) => onGo(placeOf(event.currentTarget.value))}>
          <option value="submitted">{submitted}</option>
          <option value="runtime">{runtime}</option>
          <option value="effective">{effective}</option>
          {files.map(({ path }) => (
            <option key={path} value={`file:${path}`}>
              {path}
            </option>
          ))}
        </select>
      </label>
      <div className={styles.branches}>
        <h2>Configuration</h2>
        <ul>
          <Leaf icon={Settings2} label={submitted} place={{}} />
          <Leaf icon={Settings2} label={runtime} place={{ config: 'runtime' }} />
          <Leaf icon={Settings2} label={effective} place={{ config: 'effective' }} />
        </ul>
        <h2>Code</h2>
        {files.length > searchedFrom ? (
          <input
            className={styles.search}
            type="search"
            aria-label="Find a file"
            placeholder="Find a file"
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
        ) : null}
        {found === '' ? (
          <Branch nodes={nodes} open={place.file} />
        ) : (
          <ul>
            {matching.map(({ path }) => (
              <Leaf key={path} icon={FileIcon} label={path} place={{ file: path }} />
            ))}
          </ul>
        )}
        {found !== '' && matching.length === 0 ? <p className="muted">No matching files</p> : null}
      </div>
    </nav>
  );
}

function Branch({ nodes, open }: { nodes: readonly CodeNode[]; open: string | undefined }) {
  return (
    <ul>
      {inOrder(nodes).map((node) =>
        node.isDir ? (
          <Folder key={node.path} node={node} open={open} />
        ) : (
          <Leaf key={node.path} icon={FileIcon} label={node.name} place={{ file: node.path }} />
        ),
      )}
    </ul>
  );
}

function Folder({ node, open }: { node: CodeNode; open: string | undefined }) {
  const [unfolded, setUnfolded] = useState(open?.startsWith(`${node.path}/`) === true);
  return (
    <li>
      <button
        type="button"
        className={styles.entry}
        aria-expanded={unfolded}
        title={node.name}
        onClick={() => setUnfolded(!unfolded)}
      >
        <Icon of={ChevronRight} size={14} className={styles.chevron} /> <span>{node.name}</span>
      </button>
      {unfolded ? <Branch nodes={node.files} open={open} /> : null}
    </li>
  );
}

function Leaf(props: { icon: typeof FileIcon; label: string; place: CodePlace }) {
  const { icon, label, place } = props;
  return (
    <li>
      <Link
        to="."
        search={(search) => ({ ...search, file: place.file, config: place.config })}
        replace
        className={styles.entry}
        activeOptions={{ includeSearch: true, explicitUndefined: true }}
        title={label}
      >
        <Icon of={icon} size={14} /> <span>{label}</span>
      </Link>
    </li>
  );
}
