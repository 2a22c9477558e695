// Loaded before the doc examples: `console.assert` reads well in an example, but by itself it only prints.
console.assert = (condition?: boolean, ...data: unknown[]): void => {
  if (!condition) throw new Error(["An example's assertion doesn't hold", ...data].join(" "));
};
