/** Tests that a replicated store stays linearizable, and keeps acknowledged writes, while its nodes and sidecars fail. */
package io.narrows.tests.linearizability;
