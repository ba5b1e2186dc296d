/**
 * Nothing that was acknowledged is lost: not by a power loss, nor when a process is killed, nor silently when files are
 * damaged. Writers follow scripts, so that from how far each came follows all that must be there.
 */
package io.narrows.storage.db.crash;
