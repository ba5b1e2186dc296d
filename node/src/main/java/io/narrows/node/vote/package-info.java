/** The term of a member and its vote, in a small file (docs/formats/raft-vote.md). */
package io.narrows.node.vote;
