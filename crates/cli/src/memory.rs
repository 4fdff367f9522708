//! The memory that this process can use.

use std::path::Path;

/// The memory assumed where the system does not say.
const UNKNOWN: u64 = 2 << 30;

/// The default of `--memory`: three quarters of the available memory.
pub(crate) fn default_budget() -> u64 {
    available() / 4 * 3
}

/// The available bytes: the free memory of the system, within the limits of the control groups of
/// this process and of its address space. 2 GiB where the system does not say.
pub(crate) fn available() -> u64 {
    let free = std::fs::read_to_string("/proc/meminfo")
        .ok()
        .and_then(|text| meminfo_available(&text));
    let groups = std::fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let limit = cgroup_room(Path::new("/sys/fs/cgroup"), &groups);
    let room = address_room(
        &std::fs::read_to_string("/proc/self/limits").unwrap_or_default(),
        &std::fs::read_to_string("/proc/self/status").unwrap_or_default(),
    );
    let said = [free, limit].into_iter().flatten().min();
    said.unwrap_or(UNKNOWN).min(room.unwrap_or(u64::MAX))
}

/// The bytes by which the address space of this process may grow (`ulimit -v`), if that is limited:
/// three quarters of the rest, since stacks and the allocator's own arenas take some too.
fn address_room(limits: &str, status: &str) -> Option<u64> {
    let line = limits
        .lines()
        .find_map(|line| line.strip_prefix("Max address space"))?;
    let limit: u64 = line.split_whitespace().next()?.parse().ok()?;
    let used = status
        .lines()
        .find_map(|line| line.strip_prefix("VmSize:"))?;
    let used: u64 = used.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(limit.saturating_sub(used.saturating_mul(1024)) / 4 * 3)
}

/// The bytes in the line `MemAvailable:   24117248 kB`.
fn meminfo_available(text: &str) -> Option<u64> {
    let rest = text
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = rest.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}

/// The bytes that the control groups of this process leave: the least difference of limit and usage
/// over its group and the groups above. Both layouts are read: version 2 (`0::/path`) and the
/// memory controller of version 1.
fn cgroup_room(root: &Path, groups: &str) -> Option<u64> {
    groups
        .lines()
        .filter_map(|line| {
            let mut fields = line.splitn(3, ':').skip(1);
            let (controllers, path) = (fields.next()?, fields.next()?);
            let (root, limit, usage) = if controllers.is_empty() {
                (root.to_owned(), "memory.max", "memory.current")
            } else if controllers.split(',').any(|name| name == "memory") {
                (
                    root.join("memory"),
                    "memory.limit_in_bytes",
                    "memory.usage_in_bytes",
                )
            } else {
                return None;
            };
            let group = root.join(path.trim_start_matches('/'));
            group
                .ancestors()
                .take_while(|folder| folder.starts_with(&root))
                .filter_map(|folder| {
                    let limit = number_in(&folder.join(limit))?;
                    let used = number_in(&folder.join(usage)).unwrap_or(0);
                    Some(limit.saturating_sub(used.saturating_sub(cached_in(folder))))
                })
                .min()
        })
        .min()
}

fn number_in(file: &Path) -> Option<u64> {
    std::fs::read_to_string(file).ok()?.trim().parse().ok()
}

/// The reclaimable page cache of a group.
fn cached_in(group: &Path) -> u64 {
    let statistics = std::fs::read_to_string(group.join("memory.stat")).unwrap_or_default();
    statistics
        .lines()
        .find_map(|line| line.strip_prefix("inactive_file "))
        .and_then(|bytes| bytes.trim().parse().ok())
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn available_memory_is_read_in_bytes() {
        let text = "MemTotal:       24689764 kB\nMemFree: 1 kB\nMemAvailable:   24117248 kB\n";
        assert_eq!(meminfo_available(text), Some(24_117_248 * 1024));
        assert_eq!(meminfo_available("MemTotal: 5 kB\n"), None);
        assert_eq!(meminfo_available("MemAvailable: many kB\n"), None);
    }

    #[test]
    fn the_address_space_limits_the_memory() {
        let limits = |limit: &str| {
            format!(
                "Limit                     Soft Limit           Hard Limit           Units     \n\
                 Max address space         {limit}            unlimited            bytes     \n"
            )
        };
        let status = "Name:\tmancala\nVmSize:\t  100 kB\n";
        assert_eq!(address_room(&limits("500000"), status), Some(298_200));
        assert_eq!(address_room(&limits("100"), status), Some(0));
        assert_eq!(address_room(&limits("unlimited"), status), None);
        assert_eq!(address_room("", status), None);
    }

    #[test]
    fn the_tightest_control_group_is_the_limit() {
        let root = tempfile::tempdir().unwrap();
        let inner = root.path().join("outer/inner");
        std::fs::create_dir_all(&inner).unwrap();
        std::fs::write(inner.join("memory.max"), "max\n").unwrap();
        assert_eq!(cgroup_room(root.path(), "0::/outer/inner\n"), None);
        std::fs::write(root.path().join("outer/memory.max"), "4000\n").unwrap();
        std::fs::write(root.path().join("outer/memory.current"), "1000\n").unwrap();
        assert_eq!(cgroup_room(root.path(), "0::/outer/inner\n"), Some(3000));
        std::fs::write(
            root.path().join("outer/memory.stat"),
            "anon 100\ninactive_file 900\n",
        )
        .unwrap();
        assert_eq!(cgroup_room(root.path(), "0::/outer/inner\n"), Some(3900));
        std::fs::write(inner.join("memory.max"), "500\n").unwrap();
        assert_eq!(cgroup_room(root.path(), "0::/outer/inner\n"), Some(500));

        let old = root.path().join("memory");
        std::fs::create_dir_all(&old).unwrap();
        std::fs::write(old.join("memory.limit_in_bytes"), "70\n").unwrap();
        let groups = "5:cpu,cpuacct:/\n4:memory:/\n";
        assert_eq!(cgroup_room(root.path(), groups), Some(70));
        assert_eq!(cgroup_room(root.path(), ""), None);
    }

    #[test]
    fn some_memory_is_available() {
        assert!(available() > 0);
        assert!(default_budget() <= available());
    }
}
