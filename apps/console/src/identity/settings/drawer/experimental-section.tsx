import { useSetting } from '#platform/settings/settings.ts';
import { chosenSwitches, type SwitchName, useSwitch } from '#platform/switches/feature-switches.ts';
import { Switch } from '#ui/primitives/switch.tsx';
import { SettingRow } from './setting-row.tsx';

/** Those that a user may set for himself. */
const rows: { name: SwitchName; label: string; about: string }[] = [
  { name: 'explist_v2', label: 'New Experiment List', about: 'filters, pins and comparing' },
  { name: 'flat_runs', label: 'Flat Runs View', about: 'runs instead of experiments' },
  { name: 'rp_binding', label: 'Resource Pool Binding', about: 'pools bound to workspaces' },
  { name: 'streaming_updates', label: 'Streaming Updates', about: 'changes without polling' },
  { name: 'task_templates', label: 'Manage Templates', about: 'the Templates page' },
];

export function ExperimentalSection() {
  return rows.map((row) => <SwitchRow key={row.name} {...row} />);
}

function SwitchRow({ name, label, about }: (typeof rows)[number]) {
  const on = useSwitch(name);
  const [chosen, setChosen] = useSetting(chosenSwitches);
  const reset = () => {
    const { [name]: _, ...others } = chosen;
    setChosen(others);
  };
  return (
    <SettingRow label={label} onReset={name in chosen ? reset : undefined}>
      <Switch checked={on} onChange={(next) => setChosen({ ...chosen, [name]: next })}>
        <span className="visually-hidden">{label}: </span>
        {about}
      </Switch>
    </SettingRow>
  );
}
