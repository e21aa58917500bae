import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';

/** What draws the toasts. They wait for it; the first screen does not. */
export function ToastList() {
  return <Notifications position="bottom-right" limit={4} containerWidth={400} />;
}
