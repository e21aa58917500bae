export interface ManualSection {
  id: string;
  title: string;
  text: string;
}

export interface ManualPageData {
  name: string;
  title: string;
  html: string;
  sections: ManualSection[];
}

export interface Found {
  page: ManualPageData;
  section: ManualSection;
  /** The words around the first hit. */
  around: string;
}

const AROUND = 60;

/** The sections that hold all words, those that have them in their heading first. */
export function findSections(pages: readonly ManualPageData[], query: string): Found[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const found = pages.flatMap((page) =>
    page.sections.flatMap((section) => {
      const title = section.title.toLowerCase();
      const text = section.text.toLowerCase();
      if (!words.every((word) => title.includes(word) || text.includes(word))) return [];
      const at = Math.max(0, text.indexOf(words.find((word) => text.includes(word)) ?? ''));
      const around = section.text.slice(Math.max(0, at - AROUND), at + 2 * AROUND).trim();
      return [{ page, section, around, inTitle: words.every((word) => title.includes(word)) }];
    }),
  );
  return [...found.filter((one) => one.inTitle), ...found.filter((one) => !one.inTitle)].map(
    ({ inTitle: _, ...one }) => one,
  );
}
