import { statSync } from 'node:fs';
import { z } from 'zod';
import { optionalText } from './setting-kinds.ts';

/** The looks of a logo of one's own, each with its name in messages (Facts: sign-in-by-others, the console's looks). */
const looks = {
  light_horizontal: 'LightHorizontal',
  light_vertical: 'LightVeritical',
  dark_horizontal: 'DarkHorizontal',
  dark_vertical: 'DarkVeritical',
} as const;
export type LogoLook = keyof typeof looks;

const path = (meaning: string) => optionalText({ allowed: 'the path of a picture file', meaning });

/** A logo of one's own: all four looks of it, or none. */
export const uiCustomization = z
  .strictObject({
    logo_paths: z
      .strictObject({
        light_horizontal: path(
          "A logo in place of the console's, by day, beside which there is room. All four are needed.",
        ),
        light_vertical: path('The same where there is little room: in the folded side bar.'),
        dark_horizontal: path('The wide one by night.'),
        dark_vertical: path('The narrow one by night.'),
      })
      .prefault({})
      .superRefine((paths, context) => {
        if (Object.values(paths).every((one) => one === null)) return;
        for (const [look, name] of Object.entries(looks)) {
          // `Object.entries` knows names as texts only.
          const problem = problemOf(name, paths[look as LogoLook]);
          if (problem) context.addIssue({ code: 'custom', path: [look], message: `<format>${problem}` });
        }
      }),
  })
  .prefault({});

/** Whether the console bears a logo of the cluster's own. */
export const hasLogo = ({
  ui_customization: { logo_paths },
}: {
  ui_customization: z.infer<typeof uiCustomization>;
}): boolean => logo_paths.light_horizontal !== null;

function problemOf(name: string, file: string | null): string | undefined {
  if (file === null) return `${name} path is not set`;
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) return `${name} path is not reachable: ${file}`;
  return found.isDirectory() ? `${name} path is a directory, not a file: ${file}` : undefined;
}
