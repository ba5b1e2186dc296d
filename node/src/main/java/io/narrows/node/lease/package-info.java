/** Lease expiration: only the leader tracks remaining times, and it asks the group to revoke expired leases. */
package io.narrows.node.lease;
