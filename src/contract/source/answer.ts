/** Why a location has no bytes for us. */
export interface Refusal {
  readonly code: 'CONTRACT_READ' | 'CONTRACT_REMOTE' | 'CONTRACT_SYNTAX';
  /** Completes "… cannot be read: ". */
  readonly reason: string;
  readonly suggestion?: string;
}

/** What the loader gets for a location that it asks for. */
export type Answer = Uint8Array | Refusal;

export function isRefusal(answer: object): answer is Refusal {
  return 'reason' in answer;
}
