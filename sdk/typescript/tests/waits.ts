// Waits are recorded in place of being slept, so that a test takes no time and can say how long it would have been.

import { mock } from 'node:test';

const { waiting } = (await import(new URL('retry.js', import.meta.resolve('brimful')).href)) as {
  waiting: { sleep(ms: number): Promise<void> };
};

/** The milliseconds that are waited from now on. */
export function waits(): number[] {
  const slept: number[] = [];
  mock.restoreAll();
  mock.method(waiting, 'sleep', async (ms: number) => void slept.push(ms));
  return slept;
}
