import { pages } from 'virtual:manual';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useDocumentTitle } from '#platform/page/page.tsx';
import { useChangeSearch } from '#platform/routing/use-change-search.ts';
import { BrandMark } from '#ui/primitives/brand-mark.tsx';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { findSections } from './find-sections.ts';
import styles from './manual-page.module.css';

const route = getRouteApi('/docs/{-$page}');

/** The product's manual: a page, or what a search finds. */
export function ManualPage() {
  const { page: name } = route.useParams();
  const { q = '' } = route.useSearch();
  const change = useChangeSearch<{ q: string | undefined }>();
  const page = name === undefined ? pages[0] : pages.find((one) => one.name === name);
  useDocumentTitle(page?.title ?? 'Manual');
  return (
    <div className={styles.manual}>
      <nav aria-label="Manual" className={styles.nav}>
        <Link to="/" className={styles.brand} aria-label="To the console">
          <BrandMark /> Manual
        </Link>
        <input
          type="search"
          aria-label="Search the manual"
          placeholder="Search"
          value={q}
          onChange={(event) => change({ q: event.currentTarget.value || undefined })}
        />
        <ul>
          {pages.map((one) => (
            <li key={one.name}>
              <Link
                to="/docs/{-$page}"
                params={{ page: one.name }}
                aria-current={!q && one === page ? 'page' : undefined}
              >
                {one.title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <main id="main" className={styles.main} tabIndex={-1}>
        {q ? (
          <Results query={q} />
        ) : page ? (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own manual, made into HTML when the console was built
          <article className={styles.article} dangerouslySetInnerHTML={{ __html: page.html }} />
        ) : (
          <EmptyState whole heading="h1" title="The manual has no such page." />
        )}
      </main>
    </div>
  );
}

function Results({ query }: { query: string }) {
  const found = findSections(pages, query);
  return (
    <div className={styles.article}>
      <h1 role="status">{found.length === 0 ? `Nothing about “${query}”` : `${found.length} found`}</h1>
      <ul className={styles.results}>
        {found.map(({ page, section, around }) => (
          <li key={`${page.name}#${section.id}`}>
            <Link to="/docs/{-$page}" params={{ page: page.name }} hash={section.id || undefined}>
              {section.title}
            </Link>
            <small> {page.title}</small>
            <p>{around}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
