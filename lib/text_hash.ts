/**
 * A hash that takes in its texts one by one. Not for security: two lanes of multiply-and-xor with a final mix.
 * @module
 */

/** The two lanes of a hash that takes in its texts one by one. */
export class TextHash {
  /** One lane, 32 bits. */
  a: number = 0xdeadbeef | 0;
  /** The other lane, 32 bits. */
  b: number = 0x41c6ce57 | 0;

  /** Takes in a text. */
  add(text: string): this {
    let { a, b } = this;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      a = Math.imul(a ^ unit, 2654435761);
      b = Math.imul(b ^ unit, 1597334677);
    }
    this.a = a;
    this.b = b;
    return this;
  }

  /** Takes in a number of up to 32 bits; one over 65,535 can't be taken for a text's. */
  mark(unit: number): this {
    this.a = Math.imul(this.a ^ unit, 2654435761);
    this.b = Math.imul(this.b ^ unit, 1597334677);
    return this;
  }

  /** The final mix, once everything is in. */
  mix(): this {
    const { a, b } = this;
    this.a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
    this.b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(this.a ^ (this.a >>> 13), 3266489909);
    return this;
  }
}
