/** A stream of random numbers that is the same for the same seed. */
export interface Random {
  /** 0 ≤ x < 1. */
  uniform(): number;
  exponential(mean: number): number;
  /** At least `least`; the smaller `alpha`, the longer the tail. */
  pareto(alpha: number, least: number): number;
  poisson(mean: number): number;
}

/** Opens a stream: mulberry32, which is quick and even enough for sums over millions. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const exponential = (mean: number): number => -mean * Math.log(1 - uniform());
  return {
    uniform,
    exponential,
    pareto: (alpha, least) => least / (1 - uniform()) ** (1 / alpha),
    poisson(mean) {
      // The normal distribution is near enough for great means, and does not take as many steps.
      if (mean > 50) {
        const normal = Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
        return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal));
      }
      let count = 0;
      for (let sum = exponential(1); sum < mean; sum += exponential(1)) count += 1;
      return count;
    },
  };
}
