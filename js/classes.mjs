// Class names in fewer letters, the same in the module and in its style sheet. A name stays if
// somebody outside may ask for it, or if the module may put it together from parts.

/** The parts of the frame keep their names: tests and a page's own styles find them by these. */
const PARTS =
  /^tw-(?:root|toolbar|find|main|stage|canvas|world|node|inspector|history|status|plot|grip)$/;
const SELECTOR = /\.(tw-[\w-]+)/g;
const TOKEN = /(?<![\w-])tw-[\w-]+(?![\w-]|\$\{)/g;
/** What stands before a part that is only known when it runs: `tw-at-${level}`. */
const BEGINNING = /(?<![\w-])(tw-[\w-]*)(?=\$\{|["`]\s*\+)/g;

const all = (text, pattern) => new Set([...text.matchAll(pattern)].map((match) => match[1]));

/** The names of the style sheet that may be written short, and what is written for them. */
export function shortClasses(js, css) {
  const started = all(js, BEGINNING);
  const beginnings = [...started].filter((name) => name.endsWith("-"));
  const spelled = all(js, /["`]([\w-]+)["`]/g);
  const isMade = (name) =>
    beginnings.some((start) => name.startsWith(start) && spelled.has(name.slice(start.length)));
  // A whole name that something may be joined to stands there as it is: `tw-handle${more}`.
  const isKept = (name) => PARTS.test(name) || started.has(name) || isMade(name);
  const free = [...all(css, SELECTOR)].filter((name) => !isKept(name));
  return new Map(free.map((name, i) => [name, `tw${i.toString(36)}`]));
}

/** The modules and their style sheet with these names written short, the same in all of them. */
export function withShortClasses(modules, css) {
  const short = shortClasses(modules.join("\n"), css);
  return {
    modules: modules.map((js) => js.replace(TOKEN, (name) => short.get(name) ?? name)),
    css: css.replace(SELECTOR, (_whole, name) => `.${short.get(name) ?? name}`),
  };
}
