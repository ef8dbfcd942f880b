import { expect, it } from 'vitest';
import { explorerLink } from './explorer-link.ts';

it('names the cluster wherever it is not Mainnet', () => {
  const explorerUrl = 'https://explorer.example';
  expect(explorerLink({ explorerUrl, network: 'devnet' }, '5sig')).toBe(
    'https://explorer.example/tx/5sig?cluster=devnet',
  );
  expect(explorerLink({ explorerUrl, network: 'mainnet' }, '5sig')).toBe('https://explorer.example/tx/5sig');
});

it('keeps what the operator wrote', () => {
  const explorerUrl = 'https://explorer.example/sol/?cluster=custom';
  expect(explorerLink({ explorerUrl, network: 'devnet' }, '5sig')).toBe(
    'https://explorer.example/sol/tx/5sig?cluster=custom',
  );
});

it('is nothing where there is no explorer', () => {
  expect(explorerLink({ explorerUrl: null, network: 'devnet' }, '5sig')).toBeNull();
});
