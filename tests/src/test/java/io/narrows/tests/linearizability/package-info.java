/** Whether a replicated store stays linearizable, and keeps what it acknowledged, while its nodes and sidecars fail. */
package io.narrows.tests.linearizability;
