import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Marked, type Token, type Tokens } from 'marked';
import type { Plugin } from 'vite';

const id = 'virtual:manual';
const folder = join(import.meta.dirname, '..', '..', '..', 'docs', 'manual');
/** In the order that they are read in; what is not named follows. */
const order = [
  'installing',
  'first-experiment',
  'console',
  'configuration',
  'packages',
  'templates-and-policies',
  'generic-tasks',
  'performance',
  'compatibility',
];

interface Section {
  /** Of its heading, for the address; empty above the first one. */
  id: string;
  title: string;
  /** For the search. */
  text: string;
}

/** `docs/manual` as pages of HTML with their sections, made when the console is built: the reader's browser parses no Markdown. */
export function manual(): Plugin {
  return {
    name: 'manual',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load(source) {
      if (source !== `\0${id}`) return;
      const names = readdirSync(folder).flatMap((file) => (file.endsWith('.md') ? [file.slice(0, -3)] : []));
      const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
      names.sort((a, b) => place(a) - place(b) || a.localeCompare(b));
      const images = new Map<string, string>();
      const pages = names.map((name) => {
        const file = join(folder, `${name}.md`);
        this.addWatchFile(file);
        return `{ name: ${JSON.stringify(name)}, ${pageCode(readFileSync(file, 'utf8'), images)} }`;
      });
      const imports = [...images].map(([file, variable]) => `import ${variable} from ${JSON.stringify(file)};`);
      return `${imports.join('\n')}\nexport const pages = [${pages.join(',\n')}];`;
    },
  };
}

/** Its title, HTML and sections as code; pictures are imported, so that they get addresses of their own. */
function pageCode(markdown: string, images: Map<string, string>): string {
  const sections: Section[] = [{ id: '', title: '', text: '' }];
  const marked = new Marked({
    walkTokens(token: Token) {
      if (token.type === 'heading' && token.depth > 1) {
        sections.push({ id: headingId(token.text), title: plain(token.text), text: '' });
      } else if ('text' in token && !('tokens' in token && token.tokens?.length)) {
        const section = sections.at(-1);
        if (section) section.text += ` ${plain(token.text)}`;
      }
    },
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const anchor = depth > 1 ? ` id="${headingId(text)}"` : '';
        return `<h${depth}${anchor}>${this.parser.parseInline(tokens)}</h${depth}>`;
      },
      link({ href, tokens }: Tokens.Link) {
        const words = this.parser.parseInline(tokens);
        const page = /^([\w-]+)\.md(#.*)?$/.exec(href);
        if (page) return `<a href="/det/docs/${page[1]}${page[2] ?? ''}">${words}</a>`;
        // Files beside the manual stand in the repository, not here.
        return /^(https?:|\/|#)/.test(href) ? `<a href="${href}">${words}</a>` : words;
      },
      image({ href, text }: Tokens.Image) {
        const file = join(folder, href);
        const variable = images.get(file) ?? `image${images.size}`;
        images.set(file, variable);
        return `<img src="{{${variable}}}" alt="${text.replaceAll('"', '&quot;')}" loading="lazy">`;
      },
      table(token: Tokens.Table) {
        const cells = (row: Tokens.TableCell[], tag: 'th' | 'td') =>
          `<tr>${row.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`;
        const body = token.rows.map((row) => cells(row, 'td')).join('');
        return `<div class="wide" tabindex="0"><table><thead>${cells(token.header, 'th')}</thead><tbody>${body}</tbody></table></div>`;
      },
    },
  });
  const html = marked.parse(markdown, { async: false });
  const title = plain(/^# (.+)$/m.exec(markdown)?.[1] ?? '');
  const [first] = sections;
  if (first) first.title = title;
  const parts = html.split(/\{\{(image\d+)\}\}/).map((part, i) => (i % 2 === 1 ? part : JSON.stringify(part)));
  return `title: ${JSON.stringify(title)}, html: ${parts.join(' + ')}, sections: ${JSON.stringify(sections)}`;
}

function headingId(text: string): string {
  return plain(text)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** Without Markdown's marks, in one line. */
function plain(text: string): string {
  return text.replace(/[`*]/g, '').replace(/\s+/g, ' ').trim();
}
