{{- /*
One egress rule to the host and port of a URL. A dict with root and url.
- an address: that address;
- a Service (name.namespace.svc, with or without the cluster's domain): the pods of its namespace; a policy sees the port of the pod, not that of the Service;
- any other name: every address, without `except`.
*/ -}}
{{- define "soapstone.egress" -}}
{{- $url := urlParse .url -}}
{{- $host := regexReplaceAll ":[0-9]+$" $url.host "" -}}
{{- $port := regexFind "[0-9]+$" (regexFind ":[0-9]+$" $url.host) -}}
{{- if not $port -}}
{{- $port = get (dict "http" "80" "https" "443" "redis" "6379" "rediss" "6379" "sentinel" "26379") $url.scheme -}}
{{- end -}}
- to:
    {{- if hasPrefix "[" $host }}
    - ipBlock: { cidr: "{{ $host | trimPrefix "[" | trimSuffix "]" }}/128" }
    {{- else if regexMatch "^[0-9]+(\\.[0-9]+){3}$" $host }}
    - ipBlock: { cidr: {{ $host }}/32 }
    {{- else if regexMatch "^[^.]+\\.[^.]+\\.svc(\\.|$)" $host }}
    - namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: {{ index (splitList "." $host) 1 }} } }
    {{- else if not (contains "." $host) }}
    - podSelector: {}
    {{- else }}
    - ipBlock:
        cidr: 0.0.0.0/0
        except:
          {{- toYaml .root.Values.networkPolicy.except | nindent 10 }}
    {{- end }}
  ports:
    - { protocol: TCP, port: {{ $port }} }
{{- end -}}
