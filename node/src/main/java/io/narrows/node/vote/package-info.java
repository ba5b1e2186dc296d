/** A member's term and vote, in a small file (docs/formats/raft-vote.md). */
@NullMarked
package io.narrows.node.vote;

import org.jspecify.annotations.NullMarked;
