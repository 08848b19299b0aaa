// Server-sent events.

/** @typedef {{ kind: string, data: string, id: string | undefined }} ServerEvent */

/** Puts text together to events. An event that is cut off before its empty line never happened. */
export class EventParser {
  /**
   * How long the server wants a client to wait before it connects again.
   * @type {number | undefined}
   */
  retryMs;
  #rest = '';
  #kind = 'message';
  /** @type {string[]} */
  #data = [];
  /** @type {string | undefined} */
  #id;

  /**
   * Takes the next piece of the stream; gives the events that it completes.
   * @param {string} text
   * @returns {ServerEvent[]}
   */
  feed(text) {
    const lines = (this.#rest + text).replaceAll('\r\n', '\n').split('\n');
    this.#rest = lines.pop() ?? '';
    return lines.flatMap((line) => this.#line(line) ?? []);
  }

  /** @param {string} line @returns {ServerEvent | undefined} */
  #line(line) {
    if (line === '') {
      const event = this.#data.length
        ? { kind: this.#kind, data: this.#data.join('\n'), id: this.#id }
        : undefined;
      this.#kind = 'message';
      this.#data = [];
      return event;
    }
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'event') this.#kind = value;
    else if (name === 'data') this.#data.push(value);
    else if (name === 'id' && !value.includes('\0')) this.#id = value;
    else if (name === 'retry' && /^\d+$/.test(value)) this.retryMs = Number(value);
    return undefined;
  }
}
