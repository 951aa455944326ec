/**
 * What one part of the tests came to.
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {string[]} notes printed below the part: what failed, what was skipped and why
 */

/** @returns {Counts} */
export function noCounts() {
  return { passed: 0, failed: 0, skipped: 0, notes: [] };
}

/** @param {Counts[]} all @returns {Counts} */
export function sum(all) {
  const total = noCounts();
  for (const { passed, failed, skipped, notes } of all) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
    total.notes.push(...notes);
  }
  return total;
}

/**
 * One check with its problems: none is a pass.
 * @param {string} title
 * @param {string[]} problems
 * @returns {Counts}
 */
export function checkCounts(title, problems) {
  if (problems.length === 0) return { ...noCounts(), passed: 1 };
  return {
    ...noCounts(),
    failed: 1,
    notes: [`FAILED ${title}`, ...problems.map((problem) => `  ${problem}`)],
  };
}

/** @param {string} title @param {string} reason @returns {Counts} */
export function skippedCounts(title, reason) {
  return { ...noCounts(), skipped: 1, notes: [`skipped ${title}: ${reason}`] };
}

/**
 * The counts in vitest's JSON report.
 * @param {string} text of the report; '' when vitest wrote none
 * @param {number} exitCode vitest's own
 * @returns {Counts}
 */
export function vitestCounts(text, exitCode) {
  if (text === '') return checkCounts('vitest', [`it wrote no report and ended with ${exitCode}`]);
  const report = JSON.parse(text);
  const counts = noCounts();
  for (const file of report.testResults) {
    let failures = 0;
    for (const test of file.assertionResults) {
      if (test.status === 'passed') counts.passed += 1;
      else if (test.status === 'failed') {
        failures += 1;
        counts.notes.push(`FAILED ${test.fullName}`);
      } else {
        counts.skipped += 1;
        counts.notes.push(`skipped ${test.fullName}`);
      }
    }
    if (file.status === 'failed' && failures === 0) {
      failures = 1;
      counts.notes.push(`FAILED ${file.name}: ${file.message}`);
    }
    counts.failed += failures;
  }
  if (exitCode !== 0 && counts.failed === 0)
    return sum([counts, checkCounts('vitest', [`it ended with ${exitCode}`])]);
  return counts;
}

/**
 * The counts in ctest's JUnit report.
 * @param {string} text of the report; '' when ctest wrote none
 * @param {number} exitCode ctest's own
 * @returns {Counts}
 */
export function ctestCounts(text, exitCode) {
  if (text === '') return checkCounts('ctest', [`it wrote no report and ended with ${exitCode}`]);
  const counts = noCounts();
  for (const [, attributes = '', body = ''] of text.matchAll(
    /<testcase ([^>]*[^/])>([\s\S]*?)<\/testcase>/g,
  )) {
    const name = /\bname="([^"]*)"/.exec(attributes)?.[1] ?? '?';
    const status = /\bstatus="([^"]*)"/.exec(attributes)?.[1];
    const skipped = status === 'disabled' || /<skipped message="SKIP_/.test(body);
    if (status === 'run') counts.passed += 1;
    else if (skipped) {
      counts.skipped += 1;
      counts.notes.push(`skipped ${name}`);
    } else {
      counts.failed += 1;
      counts.notes.push(`FAILED ${name}`);
    }
  }
  if (exitCode !== 0 && counts.failed === 0)
    return sum([counts, checkCounts('ctest', [`it ended with ${exitCode}`])]);
  if (counts.passed + counts.failed === 0) return sum([counts, checkCounts('ctest', ['it ran no test'])]);
  return counts;
}

/**
 * The line that a run ends with.
 * @param {Counts} counts
 */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}
