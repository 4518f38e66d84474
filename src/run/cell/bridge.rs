//! Letting requests out to the host.

use super::*;

impl Cell {
    pub(super) fn let_out(&mut self, batch: Vec<Request>) {
        for request in batch {
            self.ledger.let_out(&request);
            if let Err(message) = self.let_one_out(&request) {
                let mut text = String::from(r#"{"message":"#);
                crate::run::result::push_string(&mut text, &message);
                text.push('}');
                self.news.push(Delivery::Answer {
                    id: request.id,
                    ok: false,
                    text,
                });
            }
        }
    }

    pub(super) fn let_one_out(&mut self, request: &Request) -> Result<(), String> {
        let mut open = Open {
            request: request.id,
            kind: request.kind,
            entry: 0,
            record: None,
            reason: None,
            holds: 0,
        };
        if request.kind == RequestKind::Yield {
            open.reason = request.payload.clone();
            self.bridge.open.push(open);
            return Ok(());
        }
        dispatch::check_request(request.id)?;
        let target = world::resolve(&self.request.catalog, &self.scopes, request)?;
        let catalog = &self.request.catalog.catalog;
        let entry = catalog.get(target.entry).ok_or("unknown tool")?;
        self.calls_made += 1;
        let tool_call_id = nested_tool_call_id(
            Some(&self.request.tool_call_id)
                .filter(|id| !id.is_empty())
                .map(String::as_str),
            &entry.name,
            self.calls_made,
        );
        self.account.calls += 1;
        self.core.counters.calls.fetch_add(1, Relaxed);
        if matches!(request.kind, RequestKind::Mcp | RequestKind::Namespace) {
            self.account.namespace_calls += 1;
        }
        if self.account.records.len() < MAX_RECORDS {
            open.record = Some(self.account.records.len());
            self.account.records.push(CallRecord {
                entry: target.entry,
                tool_call_id: tool_call_id.clone(),
                state: CallState::Pending,
            });
        }
        open.entry = target.entry;
        let call = NestedCall {
            call: dispatch::join_call(self.actor, request.id),
            cell: self.ticket,
            origin: entry.origin as u32,
            tool_call_id,
            input: target.input,
            namespace: target.namespace,
        };
        self.bridge.open.push(open);
        self.core.host.post(HostEvent::Call(call));
        Ok(())
    }
}
