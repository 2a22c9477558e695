/** The command that type-checks and runs the examples in the docstrings and the TypeScript blocks of `files`. */
export function docTest(deno: string, files: string[]): string[] {
  return [deno, "test", "--doc", "-A", "--quiet", "--preload", "test/gate/throwing_assert.ts", ...files];
}
