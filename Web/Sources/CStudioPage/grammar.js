// Highlighting by the TextMate grammar of the language. Each of its rules ends with its line, so a line can be colored alone.

let grammar = null;
const compiledRules = new Map();

async function loadGrammar() {
  const answer = await fetch("/grammar.json");
  if (!answer.ok) return;
  grammar = await answer.json();
  editor.lines = [];
  $("colored").replaceChildren();
  colorText();
}

/** The rules of a list of patterns, with includes resolved. Nested lists wait until they are used: a rule may contain itself. */
function rulesOf(patterns) {
  let rules = compiledRules.get(patterns);
  if (!rules) {
    rules = patterns.flatMap((pattern) => {
      if (pattern.include) return rulesOf(grammar.repository[pattern.include.slice(1)].patterns);
      const { match, begin, end } = pattern;
      return { ...pattern, start: new RegExp(match ?? begin, "gd"), stop: end && new RegExp(end, "gd") };
    });
    compiledRules.set(patterns, rules);
  }
  return rules;
}

function search(regex, line, from) {
  regex.lastIndex = from;
  return regex.exec(line);
}

/** The pieces [text, scope] of a line. */
function tokens(line) {
  const pieces = [];
  if (grammar && line.length < 2000) scan(line, 0, grammar.patterns, null, undefined, pieces); else pieces.push([line]);
  return pieces;
}

/** Adds the pieces from an index to the end of the rule around it; returns where they end. */
function scan(line, from, patterns, stop, scope, pieces) {
  const rules = rulesOf(patterns);
  const add = (start, end, name = scope) => { if (end > start) pieces.push([line.slice(start, end), name]); };
  for (let at = from; ;) {
    const end = stop && search(stop, line, at);
    let first = null, rule = null;
    for (const candidate of rules) {
      const found = search(candidate.start, line, at);
      if (found?.[0] && (!first || found.index < first.index)) [first, rule] = [found, candidate];
    }
    if (end && (!first || end.index <= first.index)) {
      add(at, end.index + end[0].length);
      return end.index + end[0].length;
    }
    if (!first) {
      add(at, line.length);
      return line.length;
    }
    add(at, first.index);
    at = first.index + first[0].length;
    if (rule.stop) {
      add(first.index, at, rule.name);
      at = scan(line, at, rule.patterns ?? [], rule.stop, rule.name, pieces);
    } else {
      let done = first.index;
      for (const [group, { name }] of Object.entries(rule.captures ?? {})) {
        const [start, finish] = first.indices[group] ?? [done, done];
        add(done, start, rule.name ?? scope);
        add(start, finish, name);
        done = finish;
      }
      add(done, at, rule.name ?? scope);
    }
  }
}
