/** Lease expiration: only the leader tracks remaining times, and it asks the group to revoke expired leases. */
@NullMarked
package io.narrows.node.lease;

import org.jspecify.annotations.NullMarked;
