import { getServerHealthRoute } from '@determined/contract/cluster/ext-routes.ts';
import { BookOpen, CodeXml, type LucideIcon, MessageSquare, Sparkles } from 'lucide-react';
import { useCallQuery } from '#platform/api/call.ts';
import { apiAddress, docsAddress } from '#platform/links.ts';
import { useSwitch } from '#platform/switches/feature-switches.ts';

/** What the navigation leads to besides pages of the console; each opens in a tab of its own. */
export function useLinks(): { label: string; icon: LucideIcon; href: string }[] {
  // Asked for by the banners, once the page is drawn.
  const health = useCallQuery(getServerHealthRoute, {}, { enabled: false }).data;
  const { feedback = null, genai = null } = health?.links ?? {};
  const offersGenai = useSwitch('genai');
  return [
    { label: 'Docs', icon: BookOpen, href: docsAddress },
    { label: 'API (Beta)', icon: CodeXml, href: apiAddress },
    ...(feedback ? [{ label: 'Feedback', icon: MessageSquare, href: feedback }] : []),
    ...(genai && offersGenai ? [{ label: 'GenAI', icon: Sparkles, href: genai }] : []),
  ];
}
