import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { assemblePaper, countPages, digest, paperFiles, sourceDigest } from './paper.ts';

const pdf = await readFile(paperFiles.pdf);
const text = pdf.toString('latin1');

test('the white paper was built from its present source: npm run white-paper', async () => {
  const built: unknown = JSON.parse(await readFile(paperFiles.built, 'utf8'));
  expect(built).toEqual({ source: await sourceDigest(), pdf: digest(pdf) });
});

test('it is a PDF of four to eight pages and less than 600 KB', () => {
  expect(text.startsWith('%PDF-')).toBe(true);
  expect(countPages(pdf)).toBeGreaterThanOrEqual(4);
  expect(countPages(pdf)).toBeLessThanOrEqual(8);
  expect(pdf.length).toBeLessThan(600 * 1024);
});

test('it has a title, a language, tags, an outline and its fonts in it', () => {
  expect(text).toContain('/Title (Brava white paper)');
  expect(text).toMatch(/\/Lang \(en\)/);
  expect(text).toContain('/StructTreeRoot');
  expect(text).toContain('/Outlines');
  expect(text).toMatch(/\/FontFile[23]|\/Type3/);
});

test('every figure that a part names exists', async () => {
  expect(await assemblePaper()).not.toContain('{{');
});
