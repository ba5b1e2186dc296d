/** A member's term and vote, in a small file (docs/formats/raft-vote.md). */
package io.narrows.node.vote;
