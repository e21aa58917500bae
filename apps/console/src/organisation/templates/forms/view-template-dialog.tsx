import { useState } from 'react';
import { stringify } from 'yaml';
import type { AskProps } from '#platform/actions/action.ts';
import { LazyCodeEditor } from '#ui/code-editor/lazy-code-editor.tsx';
import { FormDialog } from '#ui/primitives/dialog.tsx';
import type { TemplateSubject } from '../shared/template.ts';

export function ViewTemplateDialog({ subjects: [current], onClose }: AskProps<TemplateSubject>) {
  const [template] = useState(current);
  return (
    <FormDialog title={template.name} wide onClose={onClose} onSubmit={onClose}>
      <LazyCodeEditor label="Config" initial={stringify(template.config ?? {})} readOnly onChange={() => {}} />
    </FormDialog>
  );
}
