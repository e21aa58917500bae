-- Each is written to again: why it waits, when it ends. Where a page has room for that, no index is written with it.
alter table allocations set (fillfactor = 60);
alter table tasks set (fillfactor = 60);
