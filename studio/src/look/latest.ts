// Questions that come faster than their answers, as while a slider moves: one is under way, only the newest waits.
// Aborting the one under way for each new one would show nothing until the slider rests.
import { useEffect, useEffectEvent, useRef, useState } from "react";

export interface Answer<T> {
  readonly subject: string;
  readonly key: string;
  readonly value?: T;
  readonly error?: string;
}

interface Question<T> {
  readonly subject: string;
  readonly key: string;
  readonly ask: (signal: AbortSignal) => Promise<T>;
}

export class Latest<T> {
  private underWay: AbortController | null = null;
  private waiting: Question<T> | null = null;
  private asked = "";

  constructor(private readonly deliver: (answer: Answer<T>) => void) {}

  ask(question: Question<T>): void {
    this.waiting = question;
    if (question.subject !== this.asked) this.underWay?.abort(); // its answer is of no use any more
    if (!this.underWay) void this.work();
  }

  stop(): void {
    this.waiting = null;
    this.underWay?.abort();
  }

  private async work(): Promise<void> {
    for (let question = this.waiting; question; question = this.waiting) {
      this.waiting = null;
      const mine = new AbortController();
      this.underWay = mine;
      this.asked = question.subject;
      const { subject, key } = question;
      try {
        const value = await question.ask(mine.signal);
        if (!mine.signal.aborted) this.deliver({ subject, key, value });
      } catch (error) {
        if (!mine.signal.aborted)
          this.deliver({ subject, key, error: error instanceof Error ? error.message : String(error) });
      }
    }
    this.underWay = null;
  }
}

/**
 * The newest answer about `subject`; while a new `key` is asked for, the one before stays. Null before the first,
 * and where `key` is null nothing is asked.
 */
export function useLatest<T>(
  subject: string,
  key: string | null,
  ask: (signal: AbortSignal) => Promise<T>,
): Answer<T> | null {
  const [answer, setAnswer] = useState<Answer<T> | null>(null);
  const latest = useRef<Latest<T> | null>(null);
  const askNow = useEffectEvent(ask);
  useEffect(() => {
    const mine = new Latest<T>(setAnswer);
    latest.current = mine;
    return () => mine.stop();
  }, []);
  useEffect(() => {
    if (key !== null) latest.current?.ask({ subject, key, ask: (signal) => askNow(signal) });
  }, [subject, key]);
  return answer?.subject === subject ? answer : null;
}
