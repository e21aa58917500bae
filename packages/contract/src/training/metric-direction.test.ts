import { expect, test } from 'vitest';
import { metricDirection, type Reported } from './metric-direction.ts';

const searcher = { metric: 'validation_loss', smallerIsBetter: true };
const of = (name: string, reported: Reported[] = []) => metricDirection(name, searcher, reported);

test('the searcher says it of its own metric, whatever the name', () => {
  expect(metricDirection('accuracy', { metric: 'accuracy', smallerIsBetter: true }, [])).toEqual({
    smallerIsBetter: true,
    basis: 'searcher',
  });
});

test('names say it of others, by whole words', () => {
  const larger = ['val_accuracy', 'AUC', 'valAccuracy', 'top5_acc', 'f1', 'mean reward', 'acc5', 'r2'];
  const smaller = ['train_loss', 'loss', 'val-error', 'rmse', 'Perplexity', 'wer'];
  expect(larger.map((name) => of(name))).toEqual(larger.map(() => ({ smallerIsBetter: false, basis: 'name' })));
  expect(smaller.map((name) => of(name))).toEqual(smaller.map(() => ({ smallerIsBetter: true, basis: 'name' })));
  // Neither "acc" nor "err" is a word in these.
  expect(of('accumulated').basis).toBe('reports');
  expect(of('berry').basis).toBe('reports');
});

test('else the reports: what trials drive up is to become large', () => {
  const rose = { min: 0, max: 1, last: 0.9 };
  const fell = { min: 0, max: 1, last: 0.1 };
  expect(of('quality', [rose, rose, fell])).toEqual({ smallerIsBetter: false, basis: 'reports' });
  expect(of('quality', [fell, fell, rose])).toEqual({ smallerIsBetter: true, basis: 'reports' });
  expect(of('quality')).toEqual({ smallerIsBetter: true, basis: 'reports' });
});
