import { z } from 'zod';
import { setting } from './setting.ts';
import { address } from './setting-kinds.ts';

/** How the console looks and where it leads. */
export const uiSettings = z
  .strictObject({
    branding: setting(z.enum(['determined', 'hpe']).default('determined'), {
      allowed: 'determined or hpe',
      meaning: "Whose name the console bears: the platform's own or the hardware vendor's.",
    }),
    feedback: z
      .strictObject({
        determined: address(
          "Where Feedback leads under the platform's own branding; without it there is no such entry.",
        ),
        hpe: address("Where Feedback leads under the vendor's branding; without it there is no such entry."),
      })
      .prefault({}),
    genai: address('Where GenAI leads, which the feature switch genai shows.'),
  })
  .prefault({});
