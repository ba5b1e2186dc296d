/** How long leases still live: only the leader knows, and it asks the group to revoke those that have expired. */
package io.narrows.node.lease;
