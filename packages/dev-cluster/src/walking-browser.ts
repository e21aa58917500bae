/** As much of a browser as a sign-in needs: keeps cookies of one host, and goes where it is led, step by step. */
export class WalkingBrowser {
  readonly cookies = new Map<string, string>();

  /** One request; what it is led to is in `location`. */
  async step(address: string, init: RequestInit = {}): Promise<{ status: number; location: string; reply: Response }> {
    const headers = new Headers(init.headers);
    headers.set('Cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const reply = await fetch(address, { redirect: 'manual', ...init, headers });
    for (const cookie of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const to = reply.headers.get('location');
    return { status: reply.status, location: to === null ? '' : new URL(to, address).href, reply };
  }

  /** Goes on until it is led to an address that starts with `until`, and answers that without opening it. */
  async walk(address: string, until: string): Promise<string> {
    for (let next = address, steps = 0; steps < 20; steps++) {
      if (next.startsWith(until)) return next;
      const { location, status } = await this.step(next);
      if (location === '') throw new Error(`${next} leads nowhere (${status})`);
      next = location;
    }
    throw new Error('led in a circle');
  }
}
