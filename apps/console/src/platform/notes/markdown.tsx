import { createContext, type ReactNode, use } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import styles from './markdown.module.css';
import { mentioned, RunMentions, remarkMentions } from './mentions.ts';

export interface MarkdownProps {
  source: string;
  /** The box of a check list in this line, counted from 1, was pressed; without it the boxes can't be. */
  onCheck?: (line: number) => void;
}

const CheckContext = createContext<{ line?: number; onCheck?: (line: number) => void }>({});

function OutwardLink({ href, children }: { href: unknown; children: ReactNode }) {
  // What leads to a script has lost its address.
  if (typeof href !== 'string' || href === '') return children;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

const components: Components = {
  // The page has its own first heading, and the note's name is the second.
  h1: ({ children }) => <h3 className={styles.first}>{children}</h3>,
  h2: ({ children }) => <h4 className={styles.second}>{children}</h4>,
  h3: 'h5',
  h4: 'h6',
  h5: 'h6',
  a: ({ href, children }) => {
    const Mention = use(RunMentions);
    const id = mentioned(href);
    if (id === undefined) return <OutwardLink href={href}>{children}</OutwardLink>;
    if (!Mention) return children;
    return <Mention id={id}>{children}</Mention>;
  },
  // The console loads nothing from elsewhere: a picture is a link to it.
  img: ({ src, alt }) => <OutwardLink href={src}>{alt || 'Image'}</OutwardLink>,
  table: ({ children }) => (
    <div className={styles.wide}>
      <table>{children}</table>
    </div>
  ),
  li: ({ node, className, children }) => {
    const { onCheck } = use(CheckContext);
    return (
      <CheckContext value={{ line: node?.position?.start.line, onCheck }}>
        <li className={className}>{children}</li>
      </CheckContext>
    );
  },
  input: ({ checked }) => {
    const { line, onCheck } = use(CheckContext);
    return (
      <input
        type="checkbox"
        aria-label={checked ? 'Done' : 'To do'}
        checked={checked === true}
        disabled={!onCheck}
        onChange={() => line !== undefined && onCheck?.(line)}
      />
    );
  },
};

/** Markdown with tables and check lists, shown; HTML in it stays text, and links lead only to http, https and mailto. */
export function Markdown({ source, onCheck }: MarkdownProps) {
  return (
    <div className={styles.text}>
      <CheckContext value={{ onCheck }}>
        <ReactMarkdown remarkPlugins={[remarkGfm, remarkMentions]} components={components}>
          {source}
        </ReactMarkdown>
      </CheckContext>
    </div>
  );
}
