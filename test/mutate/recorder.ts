/**
 * Takes the place of `uvu` in the bundle: keeps the tests of the files that are loaded instead of running them, so that
 * each can be run on its own.
 * @module
 */

type Handler = (context: Record<string, unknown>) => unknown;

/** A test, with what its suite does around each. */
export interface RecordedTest {
  name: string;
  run(): Promise<void>;
}

/** The tests of everything that has been loaded, in order. */
export const recorded: RecordedTest[] = [];

/** As uvu's. */
export function suite(name = "", context: Record<string, unknown> = {}): typeof test {
  const around = { before: [] as Handler[], after: [] as Handler[], first: [] as Handler[] };
  let prepared = false;
  const add = (title: string, handler: Handler) => {
    const run = async () => {
      if (!prepared) { for (const prepare of around.first) await prepare(context); }
      prepared = true;
      for (const prepare of around.before) await prepare(context);
      try {
        await handler(context);
      } finally {
        for (const tidy of around.after) await tidy(context);
      }
    };
    recorded.push({ name: name === "" ? title : `${name}: ${title}`, run });
  };
  return Object.assign(add, {
    before: Object.assign((handler: Handler) => void around.first.push(handler), {
      each: (handler: Handler) => void around.before.push(handler),
    }),
    after: Object.assign(() => {}, { each: (handler: Handler) => void around.after.push(handler) }),
    skip: () => {},
    only: add,
    run: () => {},
  });
}

type Hook = ((handler: Handler) => void) & { each(handler: Handler): void };

/** As uvu's. */
export const test: ((name: string, handler: Handler) => void) & {
  before: Hook;
  after: Hook;
  skip(): void;
  only(name: string, handler: Handler): void;
  run(): void;
} = suite() as never;
